import { Badge, type BadgeTone } from '../../ui/data/badge.tsx'

/** Badge of a state of `deliveryStateLabels`, `signatureStateLabels` or `signingStateLabels`. */
export const StateBadge = ({ label, tone }: { label: string; tone: BadgeTone }) => <Badge tone={tone}>{label}</Badge>
