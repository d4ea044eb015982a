it("ends before what it began", () => {
  setTimeout(() => void Promise.reject(new Error("too late for its test")), 200);
});
