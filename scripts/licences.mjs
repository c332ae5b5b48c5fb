// Licences of the Go modules in the engine, from the LICENSE file of each. The SBOM refuses modules that are not listed.
const paths = {
  MIT: [
    'github.com/asaskevich/govalidator',
    'github.com/beorn7/perks',
    'github.com/cespare/xxhash/v2',
    'github.com/disintegration/imaging',
    'github.com/dlclark/regexp2/v2',
    'github.com/domodwyer/mailyak/v3',
    'github.com/dop251/goja',
    'github.com/dop251/goja_nodejs',
    'github.com/dustin/go-humanize',
    'github.com/fatih/color',
    'github.com/gabriel-vasile/mimetype',
    'github.com/golang-jwt/jwt/v5',
    'github.com/lmittmann/tint',
    'github.com/mattn/go-colorable',
    'github.com/mattn/go-isatty',
    'github.com/pocketbase/dbx',
    'github.com/pocketbase/ozzo-validation/v4',
    'github.com/pocketbase/pocketbase',
    'github.com/spf13/cast',
  ],
  'Apache-2.0': [
    'github.com/aws/aws-sdk-go-v2',
    'github.com/aws/smithy-go',
    'github.com/benbjohnson/litestream',
    'github.com/google/pprof',
    'github.com/inconshreveable/mousetrap',
    'github.com/matttproud/golang_protobuf_extensions/v2',
    'github.com/prometheus/client_golang',
    'github.com/prometheus/client_model',
    'github.com/prometheus/common',
    'github.com/prometheus/procfs',
    'github.com/spf13/cobra',
    'github.com/superfly/ltx',
  ],
  'BSD-2-Clause': ['github.com/go-sourcemap/sourcemap'],
  'BSD-3-Clause': [
    'github.com/dop251/base64dec',
    'github.com/fsnotify/fsnotify',
    'github.com/ganigeorgiev/fexpr',
    'github.com/google/uuid',
    'github.com/pierrec/lz4/v4',
    'github.com/remyoudompheng/bigfft',
    'github.com/spf13/pflag',
    'golang.org/x/crypto',
    'golang.org/x/image',
    'golang.org/x/net',
    'golang.org/x/oauth2',
    'golang.org/x/sync',
    'golang.org/x/sys',
    'golang.org/x/text',
    'google.golang.org/protobuf',
    'modernc.org/libc',
    'modernc.org/mathutil',
    'modernc.org/memory',
    'modernc.org/sqlite',
    'stdlib',
  ],
}

const byPath = new Map(Object.entries(paths).flatMap(([licence, list]) => list.map((path) => [path, licence])))

/**
 * Returns the licence of a Go module; throws if it is not listed.
 * @param {string} path of a module
 * @returns {string} its SPDX name
 */
export function getLicence(path) {
  // Modules in the repository of the AWS SDK share one licence.
  const licence = byPath.get(path.replace(/^(github\.com\/aws\/aws-sdk-go-v2)\/.*/, '$1'))
  if (!licence) throw new Error(`scripts/licences.mjs has no licence of ${path}`)
  return licence
}
