import type { VersionSetting } from '../domain/formats/version-settings.ts'

/** Labels of the body and the settings that are stored with each version of a format. */
export const versionSettingLabels: Record<'body' | VersionSetting, string> = {
  body: 'Redacción',
  signatures: 'Firmas',
  paper: 'Papel',
  makesFinal: 'Documento definitivo',
  asksPassword: 'Contraseña al aprobar',
  delivery: 'Entrega',
  signing: 'Firma de otras personas',
  external: 'Personas externas',
  route: 'Aprobación',
}
