import { findByWords } from '../lib/find-by-words.ts'
import { type SettingName, settingLabels } from './settings-labels.ts'

interface SettingsPage {
  to: string
  name: string
  description: string
  /** Further words that find the page. */
  words?: string
  /** Settings of the page; a search result leads to the field of the same name. */
  settings?: readonly SettingName[]
}

export interface SettingsGroup {
  name: string
  pages: readonly SettingsPage[]
}

export const settingsGroups: readonly SettingsGroup[] = [
  {
    name: 'Organización',
    pages: [
      {
        to: '/app/settings/organisation',
        name: 'Organización',
        description: 'Nombre, NIT, ciudad, logo y país.',
        words: 'empresa entidad membrete',
        settings: [
          'organisationName',
          'organisationId',
          'address',
          'city',
          'phone',
          'web',
          'country',
          'timeZone',
          'logo',
        ],
      },
    ],
  },
  {
    name: 'Personas y grupos',
    pages: [
      {
        to: '/app/settings/registration',
        name: 'Registro',
        description: 'Quién puede crear una cuenta.',
        words: 'usuarios cuentas abierto cerrado inscripción',
        settings: ['registration', 'allowedDomains'],
      },
      {
        to: '/app/settings/profile-fields',
        name: 'Datos del perfil',
        description: 'Lo que se guarda de cada persona, como el cargo.',
        words: 'personas campos empleados dependencia',
      },
      {
        to: '/app/settings/groups',
        name: 'Grupos',
        description: 'Grupos de aprobación y reemplazos.',
        words: 'ausencia vacaciones aprobadores sustitutos delegar',
      },
    ],
  },
  {
    name: 'Documentos',
    pages: [
      {
        to: '/app/settings/paper',
        name: 'Papel',
        description: 'Tamaño, márgenes, párrafos y cifras.',
        words: 'hoja carta oficio legal A4 impresión justificado moneda decimales',
        settings: ['pageSize', 'pageMargins', 'pageCountry', 'pageRagged'],
      },
      {
        to: '/app/settings/signatories',
        name: 'Firmantes',
        description: 'Personas que firman los documentos.',
        words: 'firma escaneada cargo representante',
      },
      {
        to: '/app/settings/seal',
        name: 'Firma electrónica',
        description: 'Sello de la organización y su certificado.',
        words: 'sello certificado PAdES P12 PEM clave PKCS autoridad vence',
      },
    ],
  },
  {
    name: 'Datos',
    pages: [
      {
        to: '/app/settings/lists',
        name: 'Listas',
        description: 'Registros que completan campos: empleados, proveedores.',
        words: 'importar hoja de cálculo excel tabla',
      },
    ],
  },
  {
    name: 'Integraciones',
    pages: [
      {
        to: '/app/settings/keys',
        name: 'Claves',
        description: 'Acceso de otros programas.',
        words: 'API token OpenAPI integración',
      },
      {
        to: '/app/settings/webhooks',
        name: 'Webhooks',
        description: 'Avisos a otros programas.',
        words: 'notificaciones dirección integración',
      },
    ],
  },
  {
    name: 'Sistema',
    pages: [
      {
        to: '/app/settings/mail',
        name: 'Correo',
        description: 'Servidor de correo y una prueba.',
        words: 'SMTP enviar mensajes invitaciones avisos outbox',
      },
      {
        to: '/app/settings/backups',
        name: 'Copias',
        description: 'Copias de seguridad y su programación.',
        words: 'respaldo restaurar backup S3 frecuencia hora',
      },
      {
        to: '/app/audit',
        name: 'Historial',
        description: 'Quién hizo qué y cuándo.',
        words: 'auditoría registro cambios',
      },
    ],
  },
]

export const findSettingsGroup = (pathname: string): SettingsGroup | undefined =>
  settingsGroups.find(({ pages }) => pages.some(({ to }) => `${pathname}/`.startsWith(`${to}/`)))

export interface SettingsResult {
  to: string
  /** Name of a field of the page, if it is not a setting. */
  field?: string
  /** Name of the setting, which is the anchor of its field; missing for a page. */
  setting?: SettingName
  label: string
  /** Names of group and page: «Documentos › Papel». */
  place: string
  words: string
}

/** Words besides its label that find a setting. */
const settingWords: Partial<Record<SettingName, string>> = { country: 'festivos días hábiles' }

const getSettingWords = (setting: SettingName) => `${settingLabels[setting]} ${settingWords[setting] ?? ''}`

/** Returns the words that find a page: its own and those of its settings. */
export const getPageWords = ({ words = '', settings = [] }: SettingsPage): string =>
  [words, ...settings.map(getSettingWords)].join(' ')

/** Results of the search that are changed on other pages than those of the settings. */
export const otherPages = [
  { to: '/app/profile', field: 'oldPassword', label: 'Contraseña', place: 'Mi perfil', words: 'cambiar clave' },
  { to: '/app/format', label: 'Plazo para decidir', place: 'Formatos › Datos', words: 'días hábiles vencimiento' },
] as const satisfies SettingsResult[]

const settingsResults: readonly SettingsResult[] = settingsGroups.flatMap(({ name: group, pages }) =>
  pages.flatMap(({ to, name, description, words = '', settings = [] }) => [
    { to, label: name, place: group, words: `${name} ${group} ${description} ${words}` },
    ...settings.map((setting) => ({
      to,
      setting,
      label: settingLabels[setting],
      place: group === name ? group : `${group} › ${name}`,
      words: getSettingWords(setting),
    })),
  ]),
)

const results: readonly SettingsResult[] = [
  ...settingsResults,
  ...otherPages.map((page) => ({ ...page, words: `${page.label} ${page.words}` })),
]

/** Searches pages and settings. Labels that match come first. */
export const searchSettings = (query: string): SettingsResult[] => (query.trim() ? findByWords(results, query) : [])
