# Build: packages and pages. The result carries the pinned Node of the lockfile; the image's own Node only starts it.
# Debian 12 with Node; Debian's own is too old to start the product.
FROM node:24-bookworm-slim AS build
WORKDIR /opt/f2e
COPY . .
# With a compiler and these libraries it also makes the fax engine of SIP lines.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends gcc libc6-dev libspandsp-dev libsrtp2-dev libtiff-dev \
  && node scripts/build.mjs

FROM node:24-bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends \
    ca-certificates tini bubblewrap ghostscript \
    libreoffice-calc-nogui libreoffice-draw-nogui libreoffice-impress-nogui libreoffice-writer-nogui python3-uno \
    libspandsp2 libsrtp2-1 libtiff6 \
    tesseract-ocr tesseract-ocr-ara tesseract-ocr-deu tesseract-ocr-eng tesseract-ocr-fra tesseract-ocr-por tesseract-ocr-spa \
    fonts-liberation fonts-noto-cjk fonts-noto-core fonts-noto-color-emoji \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --home-dir /data --shell /usr/sbin/nologin f2e \
  && install -d -o f2e -g f2e -m 0700 /data
COPY --from=build /opt/f2e /opt/f2e
WORKDIR /opt/f2e
USER f2e
ENV F2E_DATA=/data F2E_LISTEN=0.0.0.0:8080 F2E_SMTP_LISTEN=0.0.0.0:2525 NODE_ENV=production
VOLUME /data
EXPOSE 8080 2525
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD node -e "fetch('http://127.0.0.1:8080/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "scripts/start.mjs"]
