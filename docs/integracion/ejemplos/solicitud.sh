# Una solicitud: se crea, se envía, se espera la decisión y se guarda el PDF. FORMATOS es la dirección del servidor, CLAVE la clave.
set -eu
api="$FORMATOS/key/api"
pide() { curl -fsS -H "Authorization: Bearer $CLAVE" -H 'Content-Type: application/json' "$@"; }
campo() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

formato=$(pide -G "$api/collections/formats/records" --data-urlencode 'filter=code="CL"' -d fields=id | campo id)
id=$(pide "$api/collections/requests/records?fields=id" -d "{\"format\":\"$formato\",\"values\":$(cat datos.json)}" | campo id)
resultado=$(pide "$api/app/requests/submit" -d "{\"ids\":[\"$id\"]}")
case $resultado in *'"skipped":[]'*) ;; *) echo "No se envió: $resultado" >&2; exit 1 ;; esac
while :; do
  estado=$(pide "$api/collections/requests/records/$id?fields=status,documentStatus,document")
  case $estado in
    *'"documentStatus":"ready"'*) break ;;
    *returned* | *rejected* | *cancelled* | *failed*) echo "Sin documento: $estado" >&2; exit 1 ;;
  esac
  sleep "${PAUSA:-30}"
done
pide -o documento.pdf "$api/files/requests/$id/$(echo "$estado" | campo document)"
