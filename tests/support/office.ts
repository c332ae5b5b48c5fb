import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** True if LibreOffice Writer is installed. */
export const hasWriter = existsSync('/usr/bin/lowriter')

/** Converts files of a folder with LibreOffice. `to`: filter, e.g. `docx:MS Word 2007 XML`. Returns the folder of the results. */
export function convertWithWriter(folder: string, to: string, names: readonly string[]): string {
  const target = join(folder, 'converted')
  const profile = `-env:UserInstallation=file://${folder}/profile`
  const files = names.map((name) => join(folder, name))
  execFileSync('soffice', ['--headless', profile, '--convert-to', to, '--outdir', target, ...files], {
    stdio: 'ignore',
  })
  return target
}
