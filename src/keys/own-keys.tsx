import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Stack } from '../ui/stack.tsx'
import { DescriptionLink } from './description-link.tsx'
import { KeyTable } from './key-table.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { keyList } from './queries.ts'

interface Props {
  user: { id: string; email: string }
  today: string | undefined
}

/** Panel to create, confirm and revoke the API keys of the user. */
export function OwnKeys({ user, today }: Props) {
  const { data = [] } = useQuery(keyList())
  const [isMaking, setMaking] = useState(false)
  const own = data.filter((key) => key.user === user.id)
  return (
    <Panel
      title="Claves de mi cuenta"
      description="Con una clave, un programa actúa en su nombre. La que creó un administrador funciona cuando usted la confirma."
    >
      <Stack>
        <DescriptionLink />
        {own.length > 0 && <KeyTable keys={own} me={user.id} />}
        <div>
          <Button icon="plus" onClick={() => setMaking(true)}>
            Nueva clave
          </Button>
        </div>
      </Stack>
      {isMaking && <NewKeyDialog email={user.email} isOwn today={today} onClose={() => setMaking(false)} />}
    </Panel>
  )
}
