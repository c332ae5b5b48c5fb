import type { SignatureBlock } from '../../domain/documents/signature-block.ts'
import type { Field } from '../../domain/fields/field.ts'
import { Stack } from '../../ui/page/stack.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { OrderedList } from './ordered-list.tsx'
import {
  createSignatureBlock,
  nameSignature,
  type SignatoryOption,
  SignatureBlockInput,
} from './signature-block-input.tsx'

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
  return (
    <Stack gap={3}>
      {blocks.length === 0 && (
        <EmptyState icon="edit" title="Nadie firma aquí">
          Agregue las líneas de firma. Van al final o donde indique la redacción.
        </EmptyState>
      )}
      <OrderedList
        items={blocks}
        max={maxBlocks}
        addLabel="Agregar firma"
        nameItem={nameSignature}
        createItem={() => createSignatureBlock('organisation', choices)}
        onChange={onChange}
        renderItem={(row) => <SignatureBlockInput {...row} faults={faults} {...choices} />}
      />
    </Stack>
  )
}
