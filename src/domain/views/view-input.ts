import * as z from 'zod/mini'
import { singleLineText } from '../text/text-schemas.ts'
import { findInvalidViewParameters } from './invalid-view-parameters.ts'
import { listsWithViews, viewAudiences } from './view.ts'

/** Body of a saved view: search parameters of a list with a name. */
export const viewSchema = z.lazy(() =>
  z
    .object({
      name: singleLineText(60).check(z.minLength(1, 'required')),
      screen: z.enum(listsWithViews),
      search: z.record(z.string(), z.string()),
      sharedWith: z.enum(viewAudiences),
    })
    .check(
      z.refine(({ screen, search }) => findInvalidViewParameters(screen, search).length === 0, {
        error: 'invalid',
        path: ['search'],
      }),
      // A view shared with all users may not show the user list or filter by user: only administrators can open these.
      z.refine(
        ({ screen, search, sharedWith }) =>
          sharedWith !== 'everybody' || !(screen === 'users' || search.owner || search.reviewer),
        { error: 'view.people', path: ['sharedWith'] },
      ),
    ),
)
export type ViewInput = z.infer<typeof viewSchema>
