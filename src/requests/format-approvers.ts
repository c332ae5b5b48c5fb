import type { RouteStageState } from '../domain/requests/request-route.ts'

/** Returns a sentence with the approvers of a step: «Puede decidir cualquier persona de Compras.» */
export function formatApprovers(step: RouteStageState): string {
  const { manager, state, isManagerHidden } = step
  if (manager === null) return formatNamedApprovers(step)
  if (state === 'passed' || isManagerHidden) return 'Decide el jefe inmediato.'
  if (manager) return `Decide ${manager}, jefe inmediato.`
  return `Sin jefe inmediato que pueda decidir. ${formatNamedApprovers(step)}`
}

const formatVacancy = (group: string) => `Decide un administrador: nadie de ${group || 'este paso'} puede hacerlo.`

function formatNamedApprovers({ group, people, absent, vacant, all, state }: RouteStageState): string {
  if (vacant) return formatVacancy(group)
  if (group) return `Puede decidir cualquier persona de ${group}.`
  // A passed stage names its approvers of that time.
  const gone = new Map(state === 'passed' ? [] : absent.map(({ name, substitute }) => [name, substitute]))
  const names = people.flatMap((name) => {
    const substitute = gone.get(name)
    if (substitute === undefined) return name
    return substitute || all ? `${substitute || 'un administrador'} en lugar de ${name}` : []
  })
  if (names.length === 1) return `Decide ${names[0]}.`
  return `${all ? 'Deben aprobar' : 'Decide cualquiera de'}: ${names.join(', ')}.`
}
