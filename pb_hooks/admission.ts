import { type ServerErrorCode, serverErrorMessages } from '../src/domain/server-error-messages.ts'

function refuse(status: number, code: ServerErrorCode) {
  const message = serverErrorMessages[code]
  return { status, body: JSON.stringify({ status, message, data: { code: { code, message } } }) }
}

/**
 * Middlewares that make a call wait for a slot of its kind before it takes a virtual machine (`engine/admission`). A call takes one of the pool's
 * twelve virtual machines (`engine/main.go`); beyond them PocketBase builds one per call.
 * - `reading`, `signingIn`, `verifying`, `servingPages`, `servingFiles` and `checkingHealth` are short: calls that wait cost almost nothing. An owner may not take
 *   all slots, because a client that does not read its response holds one. Such slow calls take virtual machines beyond the pool, until `sendSeconds`.
 * - `writing` has few slots, because writers wait for each other anyway.
 * - Downloads last as long as the client's connection needs; browsers request six files at the same time.
 * - Large previews use seconds of a processor, and an export chunk uses a megabyte of memory.
 * - A sign-in with a provider waits for the provider, so it has slots of its own.
 * - An uploaded file is in memory during its validation.
 */
export const admit = engine.admitByKind({
  kinds: {
    reading: { atOnce: 8, ownerAtOnce: 6, perOwner: 1_000, waiting: 2_000, seconds: 15, sendSeconds: 60, slow: 64 },
    writing: { atOnce: 8, perOwner: 6, waiting: 64, seconds: 10 },
    signingIn: { atOnce: 12, ownerAtOnce: 8, waiting: 64, seconds: 10, slow: 32, open: true },
    askingProviders: { atOnce: 4, ownerAtOnce: 3, waiting: 64, seconds: 10, open: true },
    servingFiles: { atOnce: 8, ownerAtOnce: 4, perOwner: 96, waiting: 500, seconds: 15, sendSeconds: 120, slow: 64 },
    checkingHealth: { atOnce: 2, perOwner: 64, waiting: 256, seconds: 10, sendSeconds: 10, slow: 8, byNetwork: true },
    streaming: { atOnce: 8, perOwner: 2, sendSeconds: 1_800 },
    downloading: { atOnce: 20, perOwner: 6 },
    exporting: { atOnce: 4, perOwner: 2, waiting: 16, seconds: 5 },
    verifying: { atOnce: 4, ownerAtOnce: 2, waiting: 100, seconds: 5, sendSeconds: 60, slow: 16, open: true },
    previewing: { atOnce: 4, perOwner: 4, waiting: 16, seconds: 5 },
    proxying: { atOnce: 4, waiting: 500, seconds: 15, forwards: true },
    uploading: { atOnce: 2, perOwner: 1, waiting: 8, seconds: 10 },
    sendingWebhooks: { atOnce: 2, perOwner: 1 },
    // The largest file has 110 kB.
    servingPages: {
      atOnce: 32,
      ownerAtOnce: 16,
      perOwner: 512,
      waiting: 1_024,
      seconds: 10,
      sendSeconds: 30,
      slow: 256,
      byNetwork: true,
    },
  },
  refusals: {
    busy: refuse(503, 'server.busy'),
    storage: refuse(503, 'server.storage'),
    unknown: refuse(500, 'unknown'),
    session: refuse(401, 'session.required'),
    inactive: refuse(403, 'user.inactive'),
    key: refuse(401, 'key.path'),
  },
  users: 'users',
  active: 'isActive',
  keyPrefix: 'fp_',
})
