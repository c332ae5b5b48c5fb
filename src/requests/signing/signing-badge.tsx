import { type SigningState, signingStateLabels, signingStateTones } from '../../domain/links/signing.ts'
import { Badge } from '../../ui/data/badge.tsx'

export const SigningBadge = ({ state }: { state: SigningState }) => (
  <Badge tone={signingStateTones[state]}>{signingStateLabels[state]}</Badge>
)
