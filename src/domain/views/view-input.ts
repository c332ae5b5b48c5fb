import * as z from 'zod/mini'
import { isId } from '../text/id.ts'
import { line } from '../text/written.ts'
import { viewPlaces, viewReaders } from './view.ts'
import { faultsOfView } from './view-faults.ts'

/** Body of a saved view: a named search. */
export const viewInput = z.lazy(() =>
  z
    .object({
      name: line(60).check(z.minLength(1, 'required')),
      place: z.enum(viewPlaces),
      search: z.record(z.string(), z.string()),
      sharedWith: z.enum(viewReaders),
    })
    .check(
      z.refine(({ place, search }) => faultsOfView(place, search).length === 0, { error: 'invalid', path: ['search'] }),
      // Rejects views shared with all users if only administrators could open them: user lists, and filters by user.
      z.refine(
        ({ place, search, sharedWith }) =>
          sharedWith !== 'everybody' || !(place === 'users' || search.owner || search.reviewer),
        { error: 'view.people', path: ['sharedWith'] },
      ),
    ),
)
export type ViewInput = z.infer<typeof viewInput>

/** Input of the default view of a list; an empty `view` removes the default. */
export const firstView = z.lazy(() =>
  z.object({
    place: z.enum(viewPlaces),
    view: z.string().check(z.refine((text) => text === '' || isId(text), 'invalid')),
  }),
)
