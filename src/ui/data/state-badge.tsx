import { Badge, type BadgeTone } from './badge.tsx'

/** Badge of a state, from the domain's table of its labels and tones, such as `requestStatusLabels`. */
export const StateBadge = ({ label, tone }: { label: string; tone: BadgeTone }) => <Badge tone={tone}>{label}</Badge>
