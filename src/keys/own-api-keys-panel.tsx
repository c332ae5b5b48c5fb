import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/actions/button.tsx'
import { Panel, Stack } from '../ui/page/layout.tsx'
import { ApiKeyTable } from './api-key-table.tsx'
import { NewApiKeyDialog } from './new-api-key-dialog.tsx'
import { OpenApiLink } from './open-api-link.tsx'
import { apiKeyListQuery } from './queries.ts'

export function OwnApiKeysPanel({ user, today }: { user: { id: string; email: string }; today: string | undefined }) {
  const { data = [] } = useQuery(apiKeyListQuery)
  const [isMaking, setMaking] = useState(false)
  const own = data.filter((key) => key.user === user.id)
  return (
    <Panel
      title="Claves de mi cuenta"
      description="Con una clave, un programa actúa en su nombre. Las claves creadas por un administrador funcionan cuando usted las confirma."
    >
      <Stack>
        <OpenApiLink />
        {own.length > 0 && <ApiKeyTable keys={own} me={user.id} />}
        <div>
          <Button icon="plus" onClick={() => setMaking(true)}>
            Nueva clave
          </Button>
        </div>
      </Stack>
      {isMaking && <NewApiKeyDialog email={user.email} isOwn today={today} onClose={() => setMaking(false)} />}
    </Panel>
  )
}
