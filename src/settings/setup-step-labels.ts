import type { SetupStep } from '../domain/settings/setup-step.ts'

export const setupStepLabels: Record<SetupStep, { name: string; purpose: string }> = {
  organisation: { name: 'Organización', purpose: 'Los datos y el logo que llevan los documentos y los correos.' },
  signatory: {
    name: 'Firmante',
    purpose: 'La persona que firma los documentos. Sin firmante aparece quien aprueba.',
  },
  formats: { name: 'Formatos', purpose: 'Los documentos que se pueden solicitar.' },
  mail: { name: 'Correo', purpose: 'Sin él no llegan los códigos, las invitaciones ni los avisos.' },
  people: { name: 'Personas', purpose: 'Quienes van a pedir y a aprobar documentos.' },
}
