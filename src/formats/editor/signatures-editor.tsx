import type { SignatureBlock } from '../../domain/documents/signature-block.ts'
import type { Field } from '../../domain/fields/field.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Cluster } from '../../ui/page/cluster.tsx'
import { Stack } from '../../ui/page/stack.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { useOrderedRows } from './order-buttons.tsx'
import { createSignatureBlock, type SignatoryOption, SignatureBlockInput } from './signature-block-input.tsx'

interface Props {
  blocks: readonly SignatureBlock[]
  fields: readonly Field[]
  signatories: readonly SignatoryOption[]
  /** Users who sign today for each signatory: the signatory or a substitute. */
  signing: readonly SignatoryOption[]
  faults: Record<string, string>
  onChange: (blocks: SignatureBlock[]) => void
}

const maxBlocks = 8

export function SignaturesEditor({ blocks, faults, onChange, ...choices }: Props) {
  const { addId, getRowProps } = useOrderedRows(blocks, onChange)
  return (
    <Stack gap={3}>
      {blocks.length === 0 && (
        <EmptyState icon="edit" title="Nadie firma aquí">
          Agregue las líneas de firma. Van al final o donde indique la redacción.
        </EmptyState>
      )}
      <ol>
        {blocks.map((block, index) => (
          <SignatureBlockInput
            // biome-ignore lint/suspicious/noArrayIndexKey: signature lines have no ids
            key={index}
            {...getRowProps(index)}
            block={block}
            faults={faults}
            {...choices}
          />
        ))}
      </ol>
      <Cluster>
        <Button
          id={addId}
          size="s"
          icon="plus"
          disabled={blocks.length >= maxBlocks}
          onClick={() => onChange([...blocks, createSignatureBlock('organisation', choices)])}
        >
          Agregar firma
        </Button>
      </Cluster>
    </Stack>
  )
}
