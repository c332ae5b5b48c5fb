import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { SheetImport } from '../../../../batches/intake/sheet-import.tsx'
import { getPayrollFields, maxPayrollRows } from '../../../../domain/payroll/payroll.ts'
import { createValidationContext } from '../../../../lib/validation-context.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { Notice } from '../../../../ui/state/screen-states.tsx'
import { latestPayrollQuery, payrollCalls } from '../../../../users/payroll-queries.ts'
import { PayrollResultPanel } from './payroll-result-panel.tsx'
import { PayrollReview } from './payroll-review.tsx'

const from = '/app/user-managment/import'

/** Import of the people of a payroll: new people, changes, and people who left. */
export function PayrollPage() {
  const { user } = useRouteContext({ from })
  const { data: settings } = useSuspenseQuery(settingsQuery())
  const { data: latest } = useSuspenseQuery(latestPayrollQuery)
  const navigate = useNavigate()
  // Uses the settings of the first render, because changes by another administrator must not affect the matching.
  const [fields] = useState(() => getPayrollFields(settings.profileFields ?? []))
  const [context] = useState(() => createValidationContext(settings))
  return (
    <SheetImport
      title="Importar personas"
      description="Elija la hoja de la nómina, o copie sus columnas y péguelas aquí. Antes de aplicar verá quién es nuevo, qué cambia y quién sale."
      exit={{ label: 'Volver a los usuarios', onExit: () => void navigate({ to: '/app/user-managment' }) }}
      name="Personas"
      target="payroll"
      owner={user.id}
      fields={fields}
      context={context}
      maxRows={maxPayrollRows}
      calls={payrollCalls}
      leaveNote="Nadie cambia. Las correcciones de las filas se pierden."
      before={
        <>
          {latest && <PayrollResultPanel key={latest.id} payroll={latest} />}
          <Notice tone="neutral">
            ¿Falta una columna, como cargo o área? Agréguela en{' '}
            <Link to="/app/settings/$section" params={{ section: 'profile-fields' }}>
              Datos del perfil
            </Link>
            .
          </Notice>
        </>
      }
    >
      {({ change }, { onBack, onRestart }) => (
        <PayrollReview preview={change} fields={fields} onBack={onBack} onDone={onRestart} />
      )}
    </SheetImport>
  )
}
