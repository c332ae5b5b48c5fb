import { Countdown } from '../ui/data/countdown.tsx'

/** Label of an undo button, with the seconds left. `until`: end of the undo period, in ms since 1970. */
export const UndoLabel = ({ until }: { until: number }) => (
  <>
    Deshacer
    <span aria-hidden="true" data-seconds="">
      {' '}
      <Countdown until={until} />
    </span>
  </>
)
