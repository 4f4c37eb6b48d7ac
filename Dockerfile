# A small image with `sayl`, for pipelines: docker build --build-arg SAYL_COMMIT="$(git rev-parse --short=12 HEAD)" -t sayl .
#
#   docker run --rm -v "$PWD:/work" sayl check
FROM rust:1.95-slim-trixie AS build
WORKDIR /sayl
COPY . .
ARG SAYL_COMMIT=""
RUN cargo build --locked --profile dist --package sayl

# With a shell: pipelines run their scripts inside the image.
FROM debian:trixie-slim
COPY --from=build /sayl/target/dist/sayl /usr/local/bin/sayl
COPY --from=build /sayl/LICENSE /usr/share/doc/sayl/copyright
USER 65534
WORKDIR /work
ENTRYPOINT ["sayl"]
CMD ["--help"]
