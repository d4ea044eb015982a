/** The release that this is, as `package.json` of the repository says; written by `npm run -s versions`. */
export const PLATFORM_VERSION = "1.1.0-dev";
