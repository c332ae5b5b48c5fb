import { type DeliveryState, deliveryStateLabels, deliveryStateTones } from '../../domain/deliveries/delivery.ts'
import { Badge } from '../../ui/data/badge.tsx'

export const DeliveryBadge = ({ state }: { state: DeliveryState }) => (
  <Badge tone={deliveryStateTones[state]}>{deliveryStateLabels[state]}</Badge>
)
