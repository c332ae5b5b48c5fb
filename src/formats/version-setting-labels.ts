import type { VersionSetting } from '../domain/formats/version-settings.ts'

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
