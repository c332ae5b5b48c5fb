/** Steps that follow the creation of the first account in the setup, in order. */
export const setupStepLabels = {
  organisation: { name: 'Organización', purpose: 'Los datos y el logo que llevan los documentos y los correos.' },
  signatory: {
    name: 'Firmante',
    purpose: 'La persona que firma los documentos. Sin firmante aparece quien aprueba.',
  },
  formats: { name: 'Formatos', purpose: 'Los documentos que se pueden solicitar.' },
  mail: { name: 'Correo', purpose: 'Sin él no llegan los códigos, las invitaciones ni los avisos.' },
  people: { name: 'Personas', purpose: 'Quienes van a pedir y a aprobar documentos.' },
} as const
export type SetupStep = keyof typeof setupStepLabels
export const setupSteps = Object.keys(setupStepLabels) as [SetupStep, ...SetupStep[]]

/** States of a setup step. `dismissed`: an administrator skipped the step. */
export const setupStepStates = ['open', 'done', 'dismissed'] as const
export type SetupStepState = (typeof setupStepStates)[number]
