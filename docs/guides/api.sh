# For the guides: run `. docs/guides/api.sh` in the folder of the checkout, beside a service that runs,
# or with POSTROAD_URL and POSTROAD_TOKEN of one elsewhere.
# `api people/ada@example.com` reads; `api people -d '{"email": "ada@example.com"}'` writes.
export POSTROAD_URL="${POSTROAD_URL:-http://127.0.0.1:${PORT:-3000}}"
POSTROAD_TOKEN="${POSTROAD_TOKEN:-$(cat "${DATA_DIR:-data}/api-token")}"
export POSTROAD_TOKEN
api() {
  local path="$1"; shift
  curl -sS --fail-with-body -w '\n' "$POSTROAD_URL/api/v1/$path" \
    -H "Authorization: Bearer $POSTROAD_TOKEN" -H 'Content-Type: application/json' "$@"
}
