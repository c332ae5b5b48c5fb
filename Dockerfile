# `docker build .` on a clean checkout; `npm run image` takes what is already built here, without any base image.
ARG SOURCE=build
ARG NODE_IMAGE=node:22-bookworm-slim
ARG GO_IMAGE=golang:1.27-bookworm

FROM ${GO_IMAGE} AS go
FROM ${NODE_IMAGE} AS build
COPY --from=go /usr/local/go /usr/local/go
ENV PATH=$PATH:/usr/local/go/bin
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
RUN node scripts/image.mjs --files && mv .tmp/image /image

# The pattern lets a clean checkout, which has no such folder, pass builders that walk through every stage.
FROM scratch AS prebuilt
COPY package.json .tmp/imag[e] /image/

FROM ${SOURCE} AS files

FROM scratch
# Two trees: a folder that already exists in the target would keep its owner.
COPY --from=files /image/root/ /
COPY --from=files --chown=65532:65532 /image/data/ /
LABEL org.opencontainers.image.title="Formatos preeliminares" \
  org.opencontainers.image.licenses="Apache-2.0 AND BSD-2-Clause AND BSD-3-Clause AND MIT AND MPL-2.0 AND OFL-1.1 AND Unlicense" \
  org.cyclonedx.sbom="/sbom.cdx.json"
USER 65532:65532
ENV HOST=0.0.0.0 PORT=8090
EXPOSE 8090
VOLUME ["/pb_data"]
# What does not work is told within 20 seconds: two checks in a row that fail.
HEALTHCHECK --interval=5s --timeout=4s --start-period=10s --retries=2 CMD ["/pocketbase", "health", "--hooksDir=/pb_hooks", "--migrationsDir=/pb_migrations/none"]
ENTRYPOINT ["/pocketbase"]
# A word that only our hooks know: without their folder PocketBase ends here instead of serving without the product's rules.
CMD ["formatos"]

