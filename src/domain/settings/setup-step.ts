/** Steps that follow the creation of the first account in the setup, in order. */
export const setupSteps = ['organisation', 'signatory', 'formats', 'mail', 'people'] as const
export type SetupStep = (typeof setupSteps)[number]

/** States of a setup step. `dismissed`: an administrator skipped the step. */
export const setupStepStates = ['open', 'done', 'dismissed'] as const
export type SetupStepState = (typeof setupStepStates)[number]
