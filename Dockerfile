# One image for every process of the platform: SERVICE says which one a container is.
#   docker build --build-arg REVISION="$(git rev-parse HEAD)" \
#     --build-arg SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)" -t payments-platform:1.2.3 .

ARG BASE=node:24.21.0-bookworm-slim
# Where npm is; the image itself needs node alone.
ARG BUILD_BASE=${BASE}

FROM ${BUILD_BASE} AS build
WORKDIR /build
# What is installed hangs on these alone, so that a change of our own text installs nothing again.
COPY package.json package-lock.json .npmrc ./
COPY libs/cards/package.json libs/cards/
COPY libs/contracts/package.json libs/contracts/
COPY libs/developer-pages/package.json libs/developer-pages/
COPY libs/engine/package.json libs/engine/
COPY libs/hosted-page/package.json libs/hosted-page/
COPY libs/ledger/package.json libs/ledger/
COPY libs/page-links/package.json libs/page-links/
COPY libs/persistence/package.json libs/persistence/
COPY libs/provider/package.json libs/provider/
COPY libs/runtime/package.json libs/runtime/
COPY libs/testkit/package.json libs/testkit/
COPY libs/workbench/package.json libs/workbench/
# begin of services: manifests
COPY services/api-gateway/package.json services/api-gateway/
COPY services/command-line/package.json services/command-line/
COPY services/idempotency/package.json services/idempotency/
COPY services/notifier/package.json services/notifier/
COPY services/payments/package.json services/payments/
COPY services/payouts/package.json services/payouts/
COPY services/reconciler/package.json services/reconciler/
COPY services/refunds/package.json services/refunds/
COPY services/sandbox-acquirer/package.json services/sandbox-acquirer/
COPY services/standalone/package.json services/standalone/
# end of services
# No install scripts; nothing for development, no embedded Postgres, and no node: the base has it.
RUN npm ci --ignore-scripts --omit=dev --omit=optional --workspace=services/standalone --no-audit --no-fund
COPY libs libs
COPY services services
COPY deploy/image deploy/image
ARG VERSION=1.1.0-dev
# Every file is that old, whenever it is built: the same sources are the same layers.
ARG SOURCE_DATE_EPOCH=0
# The list of what is in the image names what is underneath, too.
ARG BASE
ARG BUILD_BASE
ARG BASE_DIGEST=
RUN deploy/image/assemble /out "$VERSION" "$SOURCE_DATE_EPOCH"

FROM ${BASE}
COPY --from=build /out /
WORKDIR /app
ENV NODE_ENV=production \
    PATH=/app/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    HOME=/tmp \
    HOST=0.0.0.0 \
    ADMIN_PORT=9400
USER 65532:65532
EXPOSE 3000 9400
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "/app/services/standalone/src/container/main.ts", "healthcheck"]
# Half of the memory limit, 96 MiB of the young part and 64 MiB outside of the heap are no more than 320 MiB of 320: the
# collector is what a full heap meets, and not the kernel's OOM killer with payments under way.
ENTRYPOINT ["node", "--min-semi-space-size=32", "--max-semi-space-size=32", "--v8-pool-size=1", \
  "--max-old-space-size-percentage=50", "/app/services/standalone/src/container/main.ts"]
ARG VERSION=1.1.0-dev
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
ARG BASE
ARG BASE_DIGEST=
# `build_info` of /metrics tells them.
ENV BUILD_VERSION=${VERSION} \
    BUILD_REVISION=${REVISION}
LABEL org.opencontainers.image.title="payments-platform" \
      org.opencontainers.image.description="Merchant payments platform: card payments, refunds and payouts" \
      org.opencontainers.image.vendor="Flowlix" \
      org.opencontainers.image.licenses="LicenseRef-UNLICENSED" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.base.name="${BASE}" \
      org.opencontainers.image.base.digest="${BASE_DIGEST}"
