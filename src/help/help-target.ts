import type { HelpPageName } from './pages.ts'

export interface HelpTarget {
  page: HelpPageName
  /** Anchor of the section; without it, the top of the page. */
  section?: string
}

/** Help page and section by screen. The first pattern that matches the path is used. */
const targets: readonly (readonly [path: RegExp, page: HelpPageName, section?: string])[] = [
  [/^\/app\/request\/create-batch/, 'lotes'],
  [/^\/app\/request\/batch/, 'lotes', 'el-lote'],
  [/^\/app\/request\/create/, 'solicitar'],
  [/^\/app\/request\/queue/, 'decidir', 'con-el-teclado'],
  [/^\/app\/request\/./, 'solicitar', 'qué-pasa-después'],
  [/^\/app\/request/, 'decidir', 'decidir-muchas-a-la-vez'],
  [/^\/app\/format\/word/, 'word'],
  [/^\/app\/format/, 'formatos'],
  [/^\/app\/report/, 'informes'],
  [/^\/app\/notices/, 'cuenta', 'avisos-y-correos'],
  [/^\/app\/profile/, 'cuenta', 'mi-perfil'],
  [/^\/app\/user-managment\/import/, 'nomina'],
  [/^\/app\/user-managment/, 'administrar', 'usuarios'],
  [/^\/app\/settings\/registration/, 'administrar', 'registro'],
  [/^\/app\/settings\/profile-fields/, 'listas', 'datos-del-perfil'],
  [/^\/app\/settings\/groups/, 'decidir', 'grupos-y-reemplazos'],
  [/^\/app\/settings\/paper/, 'formatos', 'papel'],
  [/^\/app\/settings\/signatories/, 'firmas'],
  [/^\/app\/settings\/lists/, 'listas'],
  [/^\/app\/settings\/mail/, 'administrar', 'correo'],
  [/^\/app\/settings\/backups/, 'administrar', 'copias-de-seguridad'],
  [/^\/app\/settings\/(keys|webhooks)/, 'administrar', 'otros-programas'],
  [/^\/app\/setup/, 'administrar', 'preparar-la-instalación'],
  [/^\/app\/audit/, 'administrar', 'historial'],
  [/^\/app\/settings\/organisation/, 'administrar', 'organización'],
  [/^\/app\/settings/, 'administrar', 'ajustes'],
  [/^\/app\/dashboard/, 'decidir'],
]

export function findHelpTarget(pathname: string): HelpTarget {
  const [, page = 'solicitar', section] = targets.find(([path]) => path.test(pathname)) ?? []
  return section ? { page, section } : { page }
}
