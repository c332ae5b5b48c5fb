/**
 * Permissions, typed from the contract by hand. A cell is the response status. In lists (200), `+` and `-` tell whether the record is listed.
 * In bulk actions (200), a code is the reason for skipping.
 */
const everybody = ['anonymous', 'inactive', 'other', 'owner', 'admin', 'superuser'] as const
/** `guest`: person without an account, signed in by a link. */
export type Actor = (typeof everybody)[number] | 'member' | 'guest'

/** Calls of each collection for a record of `owner`, if records have owners. */
const collections = `
                            anon. inactive other owner admin superuser
  users              list   -     -        -     +     +     +
  users              view   404   404      404   200   200   200
  users              create 200   200      400   400   400   200
  users              update 404   404      404   200   200   200
  users              delete 403   403      403   403   403   400
  settings           list   -     -        +     +     +     +
  settings           view   404   404      200   200   200   200
  settings           create 403   403      403   403   403   400
  settings           update 404   404      404   404   200   200
  settings           delete 403   403      403   403   403   403
  events             list   -     -        -     +     +     +
  events             view   404   404      404   200   200   200
  events             create 403   403      403   403   403   200
  events             update 403   403      403   403   403   403
  events             delete 403   403      403   403   403   403
  outgoing_mails     list   403   403      403   403   403   +
  outgoing_mails     view   403   403      403   403   403   200
  outgoing_mails     create 403   403      403   403   403   200
  outgoing_mails     update 403   403      403   403   403   200
  outgoing_mails     delete 403   403      403   403   403   204
  formats            list   -     -        +     +     +     +
  formats            view   404   404      200   200   200   200
  formats            create 400   400      400   400   200   400
  formats            update 404   404      404   404   200   200
  formats            delete 404   404      404   404   404   400
  formats-draft      list   -     -        -     -     +     +
  formats-draft      view   404   404      404   404   200   200
  formats-draft      update 404   404      404   404   200   200
  formats-draft      delete 404   404      404   404   204   204
  format_versions    list   -     -        +     +     +     +
  format_versions    view   404   404      200   200   200   200
  format_versions    create 403   403      403   403   403   200
  format_versions    update 403   403      403   403   403   200
  format_versions    delete 403   403      403   403   403   400
  counters           list   403   403      403   403   403   +
  counters           view   403   403      403   403   403   200
  counters           create 403   403      403   403   403   200
  counters           update 403   403      403   403   403   200
  counters           delete 403   403      403   403   403   204
  batches            list   -     -        -     +     +     +
  batches            view   404   404      404   200   200   200
  batches            create 403   403      403   403   403   200
  batches            update 403   403      403   403   403   200
  batches            delete 403   403      403   403   403   204
  batch_rows         list   -     -        -     +     +     +
  batch_rows         view   404   404      404   200   200   200
  batch_rows         create 403   403      403   403   403   200
  batch_rows         update 403   403      403   403   403   200
  batch_rows         delete 403   403      403   403   403   204
  requests           list   -     -        -     +     +     +
  requests           view   404   404      404   200   200   200
  requests           create 400   400      200   200   200   400
  requests           update 404   404      404   200   404   200
  requests           delete 404   404      404   204   404   204
  requests-sent      update 404   404      404   404   404   200
  requests-sent      delete 404   404      404   404   404   204
  request_documents  list   -     -        -     +     +     +
  request_documents  view   404   404      404   200   200   200
  request_documents  create 403   403      403   403   403   400
  request_documents  update 403   403      403   403   403   200
  request_documents  delete 403   403      403   403   403   204
  request_revisions  list   -     -        -     +     +     +
  request_revisions  view   404   404      404   200   200   200
  request_revisions  create 403   403      403   403   403   200
  request_revisions  update 403   403      403   403   403   403
  request_revisions  delete 403   403      403   403   403   204
  attachments        list   -     -        -     +     +     +
  attachments        view   404   404      404   200   200   200
  attachments        create 403   403      403   403   403   400
  attachments        update 403   403      403   403   403   200
  attachments        delete 403   403      403   403   403   204
  request_decisions  list   403   403      403   403   403   +
  request_decisions  view   403   403      403   403   403   200
  request_decisions  create 403   403      403   403   403   200
  request_decisions  update 403   403      403   403   403   403
  request_decisions  delete 403   403      403   403   403   204
  approver_values    list   403   403      403   403   403   +
  approver_values    view   403   403      403   403   403   200
  approver_values    create 403   403      403   403   403   200
  approver_values    update 403   403      403   403   403   200
  approver_values    delete 403   403      403   403   403   204
  step_approvers     list   403   403      403   403   403   +
  step_approvers     view   403   403      403   403   403   200
  step_approvers     create 400   400      400   400   400   400
  step_approvers     update 400   400      400   400   400   400
  step_approvers     delete 400   400      400   400   400   400
  format_readers     list   403   403      403   403   403   +
  format_readers     view   403   403      403   403   403   200
  format_readers     create 400   400      400   400   400   400
  format_readers     update 400   400      400   400   400   400
  format_readers     delete 400   400      400   400   400   400
  letterheads        list   -     -        +     +     +     +
  letterheads        view   404   404      200   200   200   200
  letterheads        create 403   403      403   403   403   200
  letterheads        update 403   403      403   403   403   200
  letterheads        delete 403   403      403   403   403   403
  signatories        list   -     -        -     -     +     +
  signatories        view   404   404      404   404   200   200
  signatories        create 400   400      400   400   200   200
  signatories        update 404   404      404   404   200   200
  signatories        delete 403   403      403   403   403   204
  groups             list   -     -        -     -     +     +
  groups             view   404   404      404   404   200   200
  groups             create 400   400      400   400   200   200
  groups             update 404   404      404   404   200   200
  groups             delete 404   404      404   404   204   204
  substitutions      list   -     -        -     +     +     +
  substitutions      view   404   404      404   200   200   200
  substitutions      create 400   400      400   200   200   200
  substitutions      update 403   403      403   403   403   200
  substitutions      delete 404   404      404   204   204   204
  lists              list   -     -        -     -     +     +
  lists              view   404   404      404   404   200   200
  lists              create 400   400      400   400   200   200
  lists              update 404   404      404   404   200   200
  lists              delete 404   404      404   404   204   204
  lists-open         list   -     -        +     +     +     +
  lists-open         view   404   404      200   200   200   200
  lists-open         update 404   404      404   404   200   200
  lists-open         delete 404   404      404   404   204   204
  guests             list   403   403      403   403   403   +
  guests             view   403   403      403   403   403   200
  guests             create 403   403      403   403   403   200
  guests             update 403   403      403   403   403   200
  guests             delete 403   403      403   403   403   204
  links              list   403   403      403   403   403   +
  links              view   403   403      403   403   403   200
  links              create 403   403      403   403   403   200
  links              update 403   403      403   403   403   200
  links              delete 403   403      403   403   403   204
  views              list   -     -        -     +     -     +
  views              view   404   404      404   200   404   200
  views              create 400   400      400   200   400   200
  views              update 404   404      404   200   404   200
  views              delete 404   404      404   204   404   204
  views-everybodys   list   -     -        +     +     +     +
  views-everybodys   view   404   404      200   200   200   200
  views-everybodys   update 404   404      404   404   200   200
  views-everybodys   delete 404   404      404   404   204   204
  views-admins       list   -     -        -     -     +     +
  views-admins       view   404   404      404   404   200   200
  list_rows          list   403   403      403   403   403   +
  list_rows          view   403   403      403   403   403   200
  list_rows          create 403   403      403   403   403   200
  list_rows          update 403   403      403   403   403   200
  list_rows          delete 403   403      403   403   403   204
  signature_copies   list   403   403      403   403   403   +
  signature_copies   view   403   403      403   403   403   200
  signature_copies   create 403   403      403   403   403   200
  signature_copies   update 403   403      403   403   403   200
  signature_copies   delete 403   403      403   403   403   204
  notices            list   -     -        -     +     -     +
  notices            view   404   404      404   200   404   200
  notices            create 403   403      403   403   403   200
  notices            update 403   403      403   403   403   200
  notices            delete 403   403      403   403   403   204
  _mfas              list   -     -        -     +     -     +
  _mfas              view   404   404      404   200   404   200
  _mfas              create 403   403      403   403   403   200
  _mfas              update 403   403      403   403   403   200
  _mfas              delete 403   403      403   403   403   204
  _otps              list   -     -        -     +     -     +
  _otps              view   404   404      404   200   404   200
  _otps              create 403   403      403   403   403   200
  _otps              update 403   403      403   403   403   200
  _otps              delete 403   403      403   403   403   204
  _externalAuths     list   -     -        -     +     -     +
  _externalAuths     view   404   404      404   200   404   200
  _externalAuths     create 403   403      403   403   403   200
  _externalAuths     update 403   403      403   403   403   200
  _externalAuths     delete 404   404      404   204   404   204
  _authOrigins       list   -     -        -     +     -     +
  _authOrigins       view   404   404      404   200   404   200
  _authOrigins       create 403   403      403   403   403   200
  _authOrigins       update 403   403      403   403   403   200
  _authOrigins       delete 404   404      404   204   404   204
  _superusers        list   403   403      403   403   403   +
  _superusers        view   403   403      403   403   403   200
  _superusers        create 403   403      403   403   403   200
  _superusers        update 403   403      403   403   403   200
  _superusers        delete 403   403      403   403   403   204`

/** Application calls; a target record belongs to `owner`. */
const calls = `
                                                anon. inactive other owner admin superuser
  GET  /api/app/status                          200   200      200   200   200   200
  GET  /api/app/openapi.json                    200   200      200   200   200   200
  GET  /api/app/session                         401   403      204   204   204   204
  GET  /api/app/health                          204   204      204   204   200   204
  GET  /api/app/metrics                         401   401      403   403   200   401
  POST /api/app/setup                           400   400      400   400   400   400
  POST /api/app/setup/confirm                   401   401      403   403   204   401
  POST /api/app/mail/test                       401   401      403   403   200   401
  GET  /api/app/seal                            401   401      403   403   200   401
  POST /api/app/seal/request                    401   401      403   403   409   401
  POST /api/app/seal/own                        401   401      403   403   409   401
  POST /api/app/seal/certificate                401   401      403   403   400   401
  POST /api/app/seal/test                       401   401      403   403   409   401
  DELETE /api/app/seal                          401   401      403   403   200   401
  POST /api/app/mail/retry                      401   401      403   403   204   401
  POST /api/app/mail/discard                    401   401      403   403   204   401
  POST /api/app/verify                          400   400      400   400   400   400
  POST /api/app/users/invite                    401   401      403   403   200   401
  POST /api/app/users/activate                  401   401      403   403   200   401
  POST /api/app/users/deactivate                401   401      403   403   200   401
  POST /api/app/users/reject                    401   401      403   403   200   401
  GET  /api/app/users/data                      401   401      200   200   200   401
  POST /api/app/users/{id}/email                401   401      403   403   200   401
  POST /api/app/users/{id}/invite               401   401      403   403   204   401
  GET  /api/app/users/{id}/open                 401   401      403   403   200   401
  GET  /api/app/users/{id}/manager              401   401      403   200   200   401
  POST /api/app/users/{id}/unblock              401   401      403   403   204   401
  POST /api/app/users/{id}/second-factor/reset  401   401      403   403   204   401
  POST /api/app/users/{id}/unlink               401   401      403   403   204   401
  GET  /api/app/guests                          401   401      403   403   200   401
  POST /api/app/guests/{id}/block               401   401      403   403   204   401
  DELETE /api/app/users/{id}                    401   401      403   403   204   401
  POST /api/app/users/email                     400   400      400   400   400   400
  GET  /api/app/people                          401   401      200   200   200   401
  GET  /api/app/payroll                         401   401      403   403   200   401
  POST /api/app/payroll                         401   401      403   403   200   401
  POST /api/app/payroll/apply                   401   401      403   403   200   401
  POST /api/app/payroll/undo                    401   401      403   403   200   401
  POST /api/app/sessions/end                    401   401      200   200   200   401
  PUT  /api/app/second-factor                   401   401      400   400   400   401
  GET  /api/app/totp                            401   401      200   200   200   401
  POST /api/app/totp                            401   401      409   409   409   401
  PUT  /api/app/totp                            401   401      400   400   400   401
  POST /api/app/totp/codes                      401   401      400   400   400   401
  POST /api/app/totp/end                        401   401      400   400   400   401
  POST /api/app/auth-with-totp                  400   400      400   400   400   400
  POST /api/collections/users/auth-with-otp     400   400      400   400   400   400
  POST /api/collections/users/auth-with-password 400  400      400   400   400   400
  POST /api/collections/users/request-otp       200   200      200   200   200   200
  POST /api/collections/users/request-password-reset 204 204   204   204   204   204
  POST /api/collections/users/confirm-password-reset 400 400   400   400   400   400
  POST /api/collections/users/request-email-change 403 403     403   403   403   403
  POST /api/app/links/open                      200   200      200   200   200   200
  POST /api/app/links/code                      200   200      200   200   200   200
  POST /api/collections/guests/auth-with-otp    400   400      400   400   400   400
  POST /api/app/guest/links                     401   401      401   401   401   401
  GET  /api/app/guest/links/{id}/document       401   401      401   401   401   401
  POST /api/app/guest/links/{id}/signature      401   401      401   401   401   401
  GET  /api/app/external/formats                200   200      200   200   200   200
  POST /api/app/external/code                   404   404      404   404   404   404
  POST /api/app/external/form                   401   401      401   401   401   401
  POST /api/app/external/requests               401   401      401   401   401   401
  GET  /api/app/backups                         401   401      403   403   200   401
  POST /api/app/backups                         401   401      403   403   202   401
  PUT  /api/app/backups/plan                    401   401      403   403   204   401
  POST /api/app/backups/{id}/grant              401   401      403   403   200   401
  GET  /api/app/backups/{id}/file               403   403      403   403   403   403
  DELETE /api/app/backups/{id}                  401   401      403   403   204   401
  POST /api/app/batches                         401   401      200   200   200   401
  POST /api/app/batches/{id}/rows               401   401      404   200   403   401
  POST /api/app/batches/{id}/confirm            401   401      404   200   403   401
  POST /api/app/batches/{id}/cancel             401   401      404   200   200   401
  POST /api/app/batches/{id}/discard            401   401      404   200   403   401
  GET  /api/app/batches/{id}/progress           401   401      404   200   200   401
  GET  /api/app/batches/{id}/counts             401   401      404   200   200   401
  GET  /api/app/batches/{id}/deliveries         401   401      404   200   200   401
  GET  /api/app/batches/{id}/outcomes           401   401      404   200   200   401
  GET  /api/app/batches/{id}/documents          401   401      404   200   200   401
  GET  /api/app/requests                        401   401      -     +     +     401
  GET  /api/app/requests/counts                 401   401      200   200   200   401
  GET  /api/app/requests/export                 401   401      200   200   200   401
  POST /api/app/requests/preview                401   401      200   200   200   401
  POST /api/app/requests/preview/route          401   401      200   200   200   401
  POST /api/app/requests/submit                 401   401      request.notFound 200 request.forbidden 401
  POST /api/app/requests/approve                401   401      request.notFound request.forbidden   200   401
  POST /api/app/requests/return                 401   401      request.notFound request.forbidden   200   401
  POST /api/app/requests/reject                 401   401      request.notFound request.forbidden   200   401
  POST /api/app/requests/reopen                 401   401      request.notFound request.forbidden   200   401
  POST /api/app/requests/cancel                 401   401      request.notFound 200 200 401
  POST /api/app/requests/regenerate             401   401      request.notFound request.forbidden   200   401
  POST /api/app/requests/issue                  401   401      request.notFound request.forbidden   200   401
  POST /api/app/requests/annul                  401   401      request.notFound request.forbidden   200   401
  POST /api/app/requests/hold                   401   401      request.notFound request.forbidden   200   401
  POST /api/app/requests/release                401   401      request.notFound request.forbidden   200   401
  POST /api/app/requests/anonymize              401   401      request.notFound request.forbidden   200   401
  GET  /api/app/requests/documents              401   401      404   200   200   401
  GET  /api/app/requests/documents/parts        401   401      200   200   200   401
  GET  /api/app/requests/documents/progress     401   401      200   200   200   401
  PUT  /api/app/attachments/{id}/bytes          401   401      200   200   200   401
  POST /api/app/attachments                     401   401      400   400   400   401
  GET  /api/app/documents/{code}                200   200      200   200   200   200
  POST /api/app/documents/{code}                400   400      400   400   400   400
  POST /api/app/documents/{code}/file           400   400      400   400   400   400
  GET  /api/app/requests/{id}/history           401   401      404   200   200   401
  POST /api/app/requests/{id}/document          401   401      404   204   204   401
  POST /api/app/requests/{id}/comments          401   401      404   204   204   401
  POST /api/app/requests/{id}/final             401   401      404   204   403   401
  DELETE /api/app/requests/{id}/digits          401   401      403   403   204   401
  POST /api/app/requests/{id}/link              401   401      404   200   200   401
  POST /api/app/deliveries/send                 401   401      request.notFound delivery.document delivery.document 401
  POST /api/app/deliveries/correct              401   401      request.notFound delivery.document delivery.document 401
  POST /api/app/deliveries/{id}/undo            401   401      409   409   409   401
  GET  /api/app/batches/{id}/signatures         401   401      404   200   200   401
  POST /api/app/signatures/ask                  401   401      sign.none sign.none sign.none 401
  POST /api/app/signatures/cancel               401   401      sign.none sign.none sign.none 401
  POST /api/app/signatures/{id}/correct         401   401      404   404   404   401
  GET  /api/app/requests/formats                401   401      200   200   200   401
  GET  /api/app/requests/reasons                401   401      403   403   200   401
  POST /api/app/lists/{id}/import               401   401      403   403   200   401
  GET  /api/app/lists/{id}/import               401   401      403   403   200   401
  GET  /api/app/lists/{id}/lookups              401   401      403   403   200   401
  POST /api/app/lists/{id}/import/rows          401   401      403   403   200   401
  POST /api/app/lists/{id}/import/confirm       401   401      403   403   200   401
  POST /api/app/lists/{id}/undo                 401   401      403   403   200   401
  GET  /api/app/lists/{id}/search               401   401      404   404   200   401
  POST /api/app/lists/{id}/records              401   401      404   404   200   401
  GET  /api/app/requests/{id}/route             401   401      404   200   200   401
  GET  /api/app/requests/{id}/filled            401   401      404   200   200   401
  PUT  /api/app/requests/{id}/filled            401   401      404   403   200   401
  GET  /api/app/requests/{id}/sent              401   401      404   200   200   401
  GET  /api/app/requests/{id}/documents         401   401      404   200   200   401
  GET  /api/app/requests/{id}/view              401   401      404   200   200   401
  GET  /api/app/reports                         401   401      403   403   200   401
  GET  /api/app/reports/steps                   401   401      403   403   200   401
  GET  /api/app/counts                          401   401      200   200   200   401
  GET  /api/app/dashboard                       401   401      200   200   200   401
  POST /api/app/decisions/{id}/undo             401   401      409   409   200   401
  POST /api/app/decisions/{id}/settle           401   401      204   204   204   401
  GET  /api/app/notices                         401   401      200   200   200   401
  GET  /api/app/notices/choices                 401   401      200   200   200   401
  PUT  /api/app/notices/choices                 401   401      204   204   204   401
  POST /api/app/notices/read                    401   401      204   204   204   401
  GET  /api/app/keys                            401   401      200   200   200   401
  POST /api/app/keys                            401   401      403   403   200   401
  POST /api/app/keys/{id}/confirm               401   401      404   404   204   401
  POST /api/app/keys/{id}/revoke                401   401      404   404   204   401
  GET  /api/app/views                           401   401      200   200   200   401
  GET  /api/app/events                          401   401      200   200   200   401
  GET  /api/app/events/export                   401   401      403   403   200   401
  GET  /api/app/webhooks                        401   401      403   403   200   401
  POST /api/app/webhooks                        401   401      403   403   200   401
  DELETE /api/app/webhooks/{id}                 401   401      403   403   204   401
  POST /api/app/webhooks/{id}/resume            401   401      403   403   204   401
  POST /api/app/webhooks/{id}/test              401   401      403   403   204   401
  POST /api/app/webhooks/deliveries/{id}/send   401   401      403   403   204   401
  POST /api/app/formats/{id}/publish            401   401      403   403   200   401
  POST /api/app/formats/{id}/archive            401   401      403   403   200   401
  POST /api/app/formats/{id}/restore            401   401      403   403   200   401
  POST /api/app/formats/{id}/copy               401   401      403   403   200   401
  GET  /api/app/formats/{id}/retention          401   401      403   403   200   401`

/** Scopes of keys that open each call. An empty cell means `-`. */
const doors = `
                                                      read request batch decide metrics
  GET  /api/app/status                                +    +       +     +      +
  GET  /api/app/openapi.json                          +    +       +     +      +
  GET  /api/app/documents/{code}                      +    +       +     +      +
  GET  /api/app/health                                -    -       -     -      +
  GET  /api/app/metrics                               -    -       -     -      +
  GET  /api/app/session                               -    -       -     -
  POST /api/app/sessions/end                          -    -       -     -
  PUT  /api/app/second-factor                         -    -       -     -
  GET  /api/app/totp                                  -    -       -     -
  POST /api/app/totp                                  -    -       -     -
  PUT  /api/app/totp                                  -    -       -     -
  POST /api/app/totp/codes                            -    -       -     -
  POST /api/app/totp/end                              -    -       -     -
  POST /api/app/auth-with-totp                        -    -       -     -
  POST /api/app/setup                                 -    -       -     -
  POST /api/app/setup/confirm                         -    -       -     -
  POST /api/app/mail/test                             -    -       -     -
  GET  /api/app/seal                                  -    -       -     -
  POST /api/app/seal/request                          -    -       -     -
  POST /api/app/seal/own                              -    -       -     -
  POST /api/app/seal/certificate                      -    -       -     -
  POST /api/app/seal/test                             -    -       -     -
  DELETE /api/app/seal                                -    -       -     -
  POST /api/app/mail/retry                            -    -       -     -
  POST /api/app/mail/discard                          -    -       -     -
  POST /api/app/verify                                -    -       -     -
  GET  /api/app/counts                                -    -       -     -
  GET  /api/app/dashboard                             -    -       -     -
  GET  /api/app/requests                              +    -       -     -
  GET  /api/app/requests/export                       +    -       -     -
  GET  /api/app/requests/counts                       +    -       -     -
  GET  /api/app/requests/{id}/route                   +    -       -     -
  GET  /api/app/requests/{id}/filled                  +    -       -     -
  PUT  /api/app/requests/{id}/filled                  -    -       -     +
  GET  /api/app/requests/{id}/sent                    +    -       -     -
  GET  /api/app/requests/{id}/documents               +    -       -     -
  GET  /api/app/requests/{id}/view                    -    -       -     -
  GET  /api/app/requests/{id}/history                 +    -       -     -
  GET  /api/app/requests/documents                    +    -       -     -
  GET  /api/app/requests/documents/parts              +    -       -     -
  GET  /api/app/requests/documents/progress           +    -       -     -
  POST /api/app/requests/{id}/document                +    -       -     -
  GET  /api/app/requests/formats                      -    -       -     -
  GET  /api/app/requests/reasons                      -    -       -     +
  POST /api/app/requests/preview                      -    +       -     -
  POST /api/app/requests/preview/route                -    +       -     -
  PUT  /api/app/attachments/{id}/bytes                -    +       -     -
  POST /api/app/attachments                           -    +       -     -
  GET  /api/collections/attachments/records           +    -       -     -
  GET  /api/collections/attachments/records/{id}      +    -       -     -
  GET  /api/files/attachments/{id}/{file}             +    -       -     -
  POST /api/app/requests/submit                       -    +       -     -
  POST /api/app/requests/{id}/comments                -    +       -     -
  POST /api/app/requests/{id}/link                    -    +       -     -
  POST /api/app/deliveries/send                       -    +       -     -
  POST /api/app/deliveries/correct                    -    +       -     -
  POST /api/app/deliveries/{id}/undo                  -    -       -     -
  GET  /api/app/batches/{id}/signatures               +    -       -     -
  POST /api/app/signatures/ask                        -    +       -     -
  POST /api/app/signatures/cancel                     -    +       -     -
  POST /api/app/signatures/{id}/correct               -    +       -     -
  POST /api/app/requests/{id}/final                   -    -       -     -
  DELETE /api/app/requests/{id}/digits                -    -       -     -
  POST /api/app/requests/approve                      -    -       -     +
  POST /api/app/requests/return                       -    -       -     +
  POST /api/app/requests/reject                       -    -       -     +
  POST /api/app/requests/reopen                       -    -       -     +
  POST /api/app/requests/cancel                       -    -       -     +
  POST /api/app/requests/regenerate                   -    -       -     +
  POST /api/app/requests/issue                        -    -       -     +
  POST /api/app/requests/annul                        -    -       -     +
  POST /api/app/requests/hold                         -    -       -     -
  POST /api/app/requests/release                      -    -       -     -
  POST /api/app/requests/anonymize                    -    -       -     -
  POST /api/app/batches                               -    -       +     -
  POST /api/app/batches/{id}/rows                     -    -       +     -
  POST /api/app/batches/{id}/confirm                  -    -       +     -
  POST /api/app/batches/{id}/cancel                   -    -       +     -
  POST /api/app/batches/{id}/discard                  -    -       +     -
  GET  /api/app/batches/{id}/progress                 +    -       -     -
  GET  /api/app/batches/{id}/counts                   +    -       -     -
  GET  /api/app/batches/{id}/deliveries               +    -       -     -
  GET  /api/app/batches/{id}/outcomes                 +    -       -     -
  GET  /api/app/batches/{id}/documents                +    -       -     -
  POST /api/app/decisions/{id}/undo                   -    -       -     -
  POST /api/app/decisions/{id}/settle                 -    -       -     -
  GET  /api/app/notices                               -    -       -     -
  GET  /api/app/notices/choices                       -    -       -     -
  PUT  /api/app/notices/choices                       -    -       -     -
  POST /api/app/notices/read                          -    -       -     -
  POST /api/app/lists/{id}/import                     -    -       -     -
  GET  /api/app/lists/{id}/import                     -    -       -     -
  GET  /api/app/lists/{id}/lookups                    -    -       -     -
  POST /api/app/lists/{id}/import/rows                -    -       -     -
  POST /api/app/lists/{id}/import/confirm             -    -       -     -
  POST /api/app/lists/{id}/undo                       -    -       -     -
  GET  /api/app/lists/{id}/search                     -    -       -     -
  POST /api/app/lists/{id}/records                    -    -       -     -
  GET  /api/app/people                                -    -       -     -
  GET  /api/app/payroll                               -    -       -     -
  POST /api/app/payroll                               -    -       -     -
  POST /api/app/payroll/apply                         -    -       -     -
  POST /api/app/payroll/undo                          -    -       -     -
  POST /api/app/users/invite                          -    -       -     -
  POST /api/app/users/activate                        -    -       -     -
  POST /api/app/users/deactivate                      -    -       -     -
  POST /api/app/users/reject                          -    -       -     -
  GET  /api/app/users/data                            -    -       -     -
  POST /api/app/users/{id}/email                      -    -       -     -
  POST /api/app/users/{id}/invite                     -    -       -     -
  GET  /api/app/users/{id}/open                       -    -       -     -
  GET  /api/app/users/{id}/manager                    -    -       -     -
  POST /api/app/users/{id}/unblock                    -    -       -     -
  POST /api/app/users/{id}/second-factor/reset        -    -       -     -
  POST /api/app/users/{id}/unlink                     -    -       -     -
  GET  /api/app/guests                                -    -       -     -
  POST /api/app/guests/{id}/block                     -    -       -     -
  DELETE /api/app/users/{id}                          -    -       -     -
  POST /api/app/users/email                           -    -       -     -
  GET  /api/app/backups                               -    -       -     -
  POST /api/app/backups                               -    -       -     -
  PUT  /api/app/backups/plan                          -    -       -     -
  POST /api/app/backups/{id}/grant                    -    -       -     -
  GET  /api/app/backups/{id}/file                     -    -       -     -
  DELETE /api/app/backups/{id}                        -    -       -     -
  GET  /api/app/keys                                  -    -       -     -
  POST /api/app/keys                                  -    -       -     -
  POST /api/app/keys/{id}/confirm                     -    -       -     -
  POST /api/app/keys/{id}/revoke                      -    -       -     -
  GET  /api/app/views                                 -    -       -     -
  GET  /api/app/events                                -    -       -     -
  GET  /api/app/events/export                         -    -       -     -
  GET  /api/app/reports                               -    -       -     -
  GET  /api/app/reports/steps                         -    -       -     -
  GET  /api/app/webhooks                              -    -       -     -
  POST /api/app/webhooks                              -    -       -     -
  DELETE /api/app/webhooks/{id}                       -    -       -     -
  POST /api/app/webhooks/{id}/resume                  -    -       -     -
  POST /api/app/webhooks/{id}/test                    -    -       -     -
  POST /api/app/webhooks/deliveries/{id}/send         -    -       -     -
  POST /api/app/formats/{id}/publish                  -    -       -     -
  POST /api/app/formats/{id}/archive                  -    -       -     -
  POST /api/app/formats/{id}/restore                  -    -       -     -
  POST /api/app/formats/{id}/copy                     -    -       -     -
  GET  /api/app/formats/{id}/retention                -    -       -     -
  GET  /api/collections/formats/records               +    -       -     -
  GET  /api/collections/formats/records/{id}          +    -       -     -
  POST /api/collections/formats/records               -    -       -     -
  PATCH /api/collections/formats/records/{id}         -    -       -     -
  GET  /api/collections/format_versions/records       +    -       -     -
  GET  /api/collections/format_versions/records/{id}  +    -       -     -
  GET  /api/collections/requests/records              +    -       -     -
  GET  /api/collections/requests/records/{id}         +    -       -     -
  POST /api/collections/requests/records              -    +       -     -
  PATCH /api/collections/requests/records/{id}        -    +       -     -
  DELETE /api/collections/requests/records/{id}       -    +       -     -
  GET  /api/collections/request_revisions/records     +    -       -     -
  GET  /api/collections/request_revisions/records/{id} +   -       -     -
  GET  /api/collections/request_documents/records     +    -       -     -
  GET  /api/collections/request_documents/records/{id} +   -       -     -
  GET  /api/collections/batches/records               +    -       -     -
  GET  /api/collections/batches/records/{id}          +    -       -     -
  GET  /api/collections/batch_rows/records            +    -       -     -
  GET  /api/collections/batch_rows/records/{id}       +    -       -     -
  GET  /api/files/requests/{id}/{file}                +    -       -     -
  GET  /api/files/request_documents/{id}/{file}       +    -       -     -
  GET  /api/files/signatories/{id}/{file}             -    -       -     -
  POST /api/app/documents/{code}                      -    -       -     -
  POST /api/app/documents/{code}/file                 -    -       -     -
  POST /api/app/links/open                            -    -       -     -
  POST /api/app/links/code                            -    -       -     -
  POST /api/app/guest/links                           -    -       -     -
  GET  /api/app/guest/links/{id}/document             -    -       -     -
  POST /api/app/guest/links/{id}/signature            -    -       -     -
  GET  /api/app/external/formats                      -    -       -     -
  POST /api/app/external/code                         -    -       -     -
  POST /api/app/external/form                         -    -       -     -
  POST /api/app/external/requests                     -    -       -     -
  POST /api/collections/guests/auth-with-otp          -    -       -     -
  POST /api/files/token                               -    -       -     -
  GET  /api/realtime                                  -    -       -     -
  POST /api/realtime                                  -    -       -     -
  POST /api/batch                                     -    -       -     -
  GET  /api/settings                                  -    -       -     -
  GET  /api/logs                                      -    -       -     -
  GET  /api/backups                                   -    -       -     -
  GET  /api/collections                               -    -       -     -
  GET  /api/collections/events/records                -    -       -     -
  GET  /api/collections/signatories/records           -    -       -     -
  GET  /api/collections/letterheads/records           -    -       -     -
  GET  /api/collections/settings/records              -    -       -     -
  PATCH /api/collections/settings/records/{id}        -    -       -     -
  GET  /api/collections/users/records                 -    -       -     -
  GET  /api/collections/users/records/{id}            -    -       -     -
  POST /api/collections/users/records                 -    -       -     -
  PATCH /api/collections/users/records/{id}           -    -       -     -
  POST /api/collections/users/auth-refresh            -    -       -     -
  POST /api/collections/users/auth-with-password      -    -       -     -
  POST /api/collections/users/auth-with-otp           -    -       -     -
  POST /api/collections/users/request-otp             -    -       -     -
  POST /api/collections/users/request-password-reset  -    -       -     -
  POST /api/collections/users/confirm-password-reset  -    -       -     -
  POST /api/collections/users/request-email-change    -    -       -     -
  POST /api/collections/users/impersonate/{id}        -    -       -     -`

export interface Cell {
  /** `users list` or `GET /api/app/status`. */
  row: string
  actor: Actor
  expected: string
}

/** Calls by a member of the group that approves the current stage of `owner`'s request (`waiting`), or that decided it (`decided`). */
const ofMembers = `
                              member
  requests-waiting     list   -
  requests-waiting     view   200
  requests-waiting     update 404
  requests-waiting     delete 404
  requests-decided     view   200
  requests             view   404
  request_revisions-waiting list -
  request_revisions-waiting view 200
  request_documents-decided list -
  request_documents-decided view 200
  attachments-waiting  view   200
  attachments          view   404
  request_decisions    view   403
  approver_values      view   403
  step_approvers       list   403
  format_readers       list   403
  events               view   404
  batches              view   404
  groups               list   -
  users                view   404`

const callsOfMembers = `
                                          member
  GET  /api/app/requests                  -
  GET  /api/app/requests?mine=decide      +
  GET  /api/app/requests/{id}/history     200
  GET  /api/app/requests/{id}/route       200
  GET  /api/app/requests/{id}/sent        200
  GET  /api/app/requests/{id}/filled      200
  PUT  /api/app/requests/{id}/filled      200
  GET  /api/app/requests/{id}/documents   200
  GET  /api/app/requests/{id}/view        200
  POST /api/app/requests/{id}/comments    204
  POST /api/app/requests/{id}/final       403
  DELETE /api/app/requests/{id}/digits    403
  POST /api/app/requests/{id}/link        403
  POST /api/app/requests/{id}/document    204
  GET  /api/app/requests/reasons          200
  POST /api/app/requests/submit           request.forbidden
  POST /api/app/requests/cancel           request.forbidden
  POST /api/app/requests/reopen           request.forbidden
  POST /api/app/requests/issue            request.forbidden
  POST /api/app/requests/annul            request.forbidden
  POST /api/app/requests/hold             request.forbidden
  POST /api/app/requests/release          request.forbidden
  POST /api/app/requests/anonymize        request.forbidden
  POST /api/app/requests/regenerate       request.forbidden
  POST /api/app/requests/approve          200
  POST /api/app/requests/return           200
  POST /api/app/requests/reject           200`

function cellsOf(table: string, actors: readonly Actor[] = everybody): Cell[] {
  return table
    .trim()
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [first = '', second = '', ...expected] = line.trim().split(/\s+/)
      return actors.map((actor, index) => ({ row: `${first} ${second}`, actor, expected: expected[index] ?? '' }))
    })
}

/** Cells of guests that differ from those of anonymous clients. */
const ofGuests: Record<string, string> = {
  'users create': '400',
  'POST /api/app/guest/links': '200',
  'GET /api/app/guest/links/{id}/document': '200',
  'POST /api/app/guest/links/{id}/signature': '404',
  'POST /api/app/external/form': '404',
  'POST /api/app/external/requests': '404',
}

/** Adds a cell of guests after each cell of anonymous clients: a link's session opens nothing else. */
const withGuests = (cells: Cell[]) =>
  cells.flatMap((cell): Cell[] =>
    cell.actor === 'anonymous'
      ? [cell, { ...cell, actor: 'guest', expected: ofGuests[cell.row] ?? cell.expected }]
      : [cell],
  )

export const collectionCells = withGuests(cellsOf(collections))
export const callCells = withGuests(cellsOf(calls))
export const memberCells = cellsOf(ofMembers, ['member'])
export const memberCallCells = cellsOf(callsOfMembers, ['member'])

/** Each call with the key scopes that allow it. */
export const routeGuards = doors
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [method = '', path = '', ...cells] = line.trim().split(/\s+/)
    return {
      call: `${method} ${path}`,
      scopes: ['read', 'request', 'batch', 'decide', 'metrics'].filter((_, at) => cells[at] === '+'),
    }
  })
