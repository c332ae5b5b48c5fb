import { Stepper } from '../ui/page/stepper.tsx'

const steps = ['Confirme su correo', 'Lea el documento', 'Firme']

/** Steps of a signature. The code comes first, because the link alone shows no document. */
export const SigningStepper = ({ current }: { current: number }) => (
  <Stepper label="Pasos de la firma" steps={steps} current={current} />
)
