import type { ApiCallRights, Caller } from './keys/find-api-call.ts'

/** Call of the server: its permitted caller, the area that exports its function, and the kind of slot that it waits for (`admission.ts`). */
export type Route<Area extends string = string, Kind extends string = string> = readonly [
  call: `${string} /${string}`,
  by: Caller,
  area: Area,
  admission: Kind,
  more?: Pick<ApiCallRights, 'reachesOthers'> & { bodyLimit?: number },
]

/** All calls with one function each, by the function's name. `api-calls.ts` describes them. */
export const routes = {
  // Status of the server
  getStatus: ['GET /api/app/status', 'public', 'pages', 'servingPages'],
  serveOpenApi: ['GET /api/app/openapi.json', 'public', 'pages', 'servingPages'],
  getHealth: ['GET /api/app/health', 'metrics', 'monitoring', 'checkingHealth'],
  getMetrics: ['GET /api/app/metrics', 'metrics', 'monitoring', 'reading'],

  // Sessions
  checkSession: ['GET /api/app/session', 'session', 'sessions', 'reading'],
  endSessions: ['POST /api/app/sessions/end', 'session', 'sessions', 'writing'],
  saveSecondFactor: ['PUT /api/app/second-factor', 'session', 'users', 'signingIn'],
  getTotp: ['GET /api/app/totp', 'session', 'users', 'reading'],
  startTotp: ['POST /api/app/totp', 'session', 'users', 'signingIn'],
  confirmTotp: ['PUT /api/app/totp', 'session', 'users', 'signingIn'],
  createRecoveryCodes: ['POST /api/app/totp/codes', 'session', 'users', 'signingIn'],
  endTotp: ['POST /api/app/totp/end', 'session', 'users', 'signingIn'],
  signInWithTotp: ['POST /api/app/auth-with-totp', 'page', 'sessions', 'signingIn'],
  signInWithPassword: ['POST /api/collections/users/auth-with-password', 'page', 'sessions', 'signingIn'],
  requestOneTimeCode: ['POST /api/collections/users/request-otp', 'page', 'users', 'signingIn'],
  signInWithOneTimeCode: ['POST /api/collections/users/auth-with-otp', 'page', 'sessions', 'signingIn'],
  requestPasswordReset: ['POST /api/collections/users/request-password-reset', 'page', 'users', 'signingIn'],
  resetPassword: ['POST /api/collections/users/confirm-password-reset', 'page', 'users', 'signingIn'],
  refuseEmailChange: ['POST /api/collections/users/request-email-change', 'page', 'users', 'signingIn'],

  // People without an account, who open a link. They get a session only with a code that their link sends.
  describeLink: ['POST /api/app/links/open', 'page', 'links', 'signingIn'],
  sendLinkCode: ['POST /api/app/links/code', 'page', 'links', 'signingIn'],
  signInGuest: ['POST /api/collections/guests/auth-with-otp', 'page', 'sessions', 'signingIn'],
  listGuestDocuments: ['POST /api/app/guest/links', 'page', 'links', 'signingIn'],
  serveGuestDocument: ['GET /api/app/guest/links/{id}/document', 'page', 'links', 'downloading'],
  saveGuestSignature: ['POST /api/app/guest/links/{id}/signature', 'page', 'links', 'signingIn'],
  listExternalFormats: ['GET /api/app/external/formats', 'page', 'external', 'reading'],
  sendExternalCode: ['POST /api/app/external/code', 'page', 'external', 'signingIn'],
  openExternalForm: ['POST /api/app/external/form', 'page', 'external', 'signingIn'],
  submitExternalRequest: ['POST /api/app/external/requests', 'page', 'external', 'signingIn'],

  // Users
  completeInstallationSetup: ['POST /api/app/setup', 'page', 'users', 'signingIn'],
  confirmSetupSteps: ['POST /api/app/setup/confirm', 'session', 'users', 'writing'],
  verifyEmail: ['POST /api/app/verify', 'page', 'users', 'signingIn'],
  inviteUser: ['POST /api/app/users/invite', 'session', 'users', 'writing'],
  activateUsers: ['POST /api/app/users/activate', 'session', 'users', 'writing'],
  deactivateUsers: ['POST /api/app/users/deactivate', 'session', 'users', 'writing'],
  rejectUsers: ['POST /api/app/users/reject', 'session', 'users', 'writing'],
  exportOwnData: ['GET /api/app/users/data', 'session', 'details', 'streaming'],
  confirmNewEmail: ['POST /api/app/users/email', 'page', 'users', 'signingIn'],
  changeEmail: ['POST /api/app/users/{id}/email', 'session', 'users', 'writing'],
  resendInvitation: ['POST /api/app/users/{id}/invite', 'session', 'users', 'writing'],
  unblockSignIn: ['POST /api/app/users/{id}/unblock', 'session', 'users', 'writing'],
  resetSecondFactor: ['POST /api/app/users/{id}/second-factor/reset', 'session', 'users', 'writing'],
  unlinkAccounts: ['POST /api/app/users/{id}/unlink', 'session', 'users', 'writing'],
  getOpenWork: ['GET /api/app/users/{id}/open', 'session', 'details', 'reading'],
  getManager: ['GET /api/app/users/{id}/manager', 'session', 'details', 'reading'],
  listGuests: ['GET /api/app/guests', 'session', 'users', 'reading'],
  blockGuest: ['POST /api/app/guests/{id}/block', 'session', 'users', 'writing'],
  deleteUser: ['DELETE /api/app/users/{id}', 'session', 'users', 'writing'],
  searchUsers: ['GET /api/app/people', 'session', 'users', 'reading'],
  getPayroll: ['GET /api/app/payroll', 'session', 'payroll', 'reading'],
  stagePayroll: ['POST /api/app/payroll', 'session', 'payroll', 'writing', { bodyLimit: 2_097_152 }],
  applyPayroll: ['POST /api/app/payroll/apply', 'session', 'payroll', 'writing', { bodyLimit: 1_048_576 }],
  undoPayroll: ['POST /api/app/payroll/undo', 'session', 'payroll', 'writing'],

  // API keys
  listKeys: ['GET /api/app/keys', 'session', 'keys', 'reading'],
  createKey: ['POST /api/app/keys', 'session', 'keys', 'writing'],
  confirmKey: ['POST /api/app/keys/{id}/confirm', 'session', 'keys', 'writing'],
  revokeKey: ['POST /api/app/keys/{id}/revoke', 'session', 'keys', 'writing'],

  // Settings. `mail/test` uses the slots of webhooks, because both wait for another server.
  testMail: ['POST /api/app/mail/test', 'session', 'users', 'sendingWebhooks'],
  getSeal: ['GET /api/app/seal', 'session', 'seal', 'reading'],
  requestCertificate: ['POST /api/app/seal/request', 'session', 'seal', 'signingIn'],
  makeOwnCertificate: ['POST /api/app/seal/own', 'session', 'seal', 'signingIn'],
  uploadCertificate: ['POST /api/app/seal/certificate', 'session', 'seal', 'uploading'],
  testSeal: ['POST /api/app/seal/test', 'session', 'seal', 'sendingWebhooks'],
  removeCertificate: ['DELETE /api/app/seal', 'session', 'seal', 'writing'],
  retryMails: ['POST /api/app/mail/retry', 'session', 'users', 'writing'],
  discardMails: ['POST /api/app/mail/discard', 'session', 'users', 'writing'],

  // Formats
  publishFormat: ['POST /api/app/formats/{id}/publish', 'session', 'formats', 'writing'],
  archiveFormat: ['POST /api/app/formats/{id}/archive', 'session', 'formats', 'writing'],
  restoreFormat: ['POST /api/app/formats/{id}/restore', 'session', 'formats', 'writing'],
  copyFormat: ['POST /api/app/formats/{id}/copy', 'session', 'formats', 'writing'],
  countRetention: ['GET /api/app/formats/{id}/retention', 'session', 'maintenance', 'exporting'],

  // Lists
  beginImport: ['POST /api/app/lists/{id}/import', 'session', 'lists', 'writing'],
  previewImport: ['GET /api/app/lists/{id}/import', 'session', 'lists', 'reading'],
  saveImportRows: ['POST /api/app/lists/{id}/import/rows', 'session', 'lists', 'writing', { bodyLimit: 2_097_152 }],
  confirmImport: ['POST /api/app/lists/{id}/import/confirm', 'session', 'lists', 'writing'],
  undoImport: ['POST /api/app/lists/{id}/undo', 'session', 'lists', 'writing'],
  searchList: ['GET /api/app/lists/{id}/search', 'session', 'lists', 'reading'],
  getListLookupCounts: ['GET /api/app/lists/{id}/lookups', 'session', 'lists', 'reading'],
  findRecordsByKey: ['POST /api/app/lists/{id}/records', 'session', 'lists', 'reading', { bodyLimit: 524_288 }],

  // Requests
  listRequests: ['GET /api/app/requests', 'read', 'overview', 'reading'],
  countRequests: ['GET /api/app/requests/counts', 'read', 'overview', 'reading'],
  exportRequests: ['GET /api/app/requests/export', 'read', 'details', 'exporting'],
  previewDocument: ['POST /api/app/requests/preview', 'request', 'documents', 'previewing'],
  undoDecision: ['POST /api/app/decisions/{id}/undo', 'session', 'requests', 'writing'],
  closeUndoWindow: ['POST /api/app/decisions/{id}/settle', 'session', 'requests', 'writing'],
  listSeenFormats: ['GET /api/app/requests/formats', 'session', 'overview', 'reading'],
  listFrequentReasons: ['GET /api/app/requests/reasons', 'decide', 'overview', 'reading'],
  getRequestHistory: ['GET /api/app/requests/{id}/history', 'read', 'overview', 'reading'],
  getRequestView: ['GET /api/app/requests/{id}/view', 'session', 'details', 'reading'],
  getRequestRoute: ['GET /api/app/requests/{id}/route', 'read', 'details', 'reading'],
  previewRequestRoute: ['POST /api/app/requests/preview/route', 'request', 'details', 'reading'],
  getApproverFields: ['GET /api/app/requests/{id}/filled', 'read', 'details', 'reading'],
  saveApproverFields: ['PUT /api/app/requests/{id}/filled', 'decide', 'requests', 'writing'],
  getSubmission: ['GET /api/app/requests/{id}/sent', 'read', 'details', 'reading'],
  addComment: ['POST /api/app/requests/{id}/comments', 'request', 'requests', 'writing', { reachesOthers: 'requests' }],
  askForFinalDocument: ['POST /api/app/requests/{id}/final', 'session', 'requests', 'writing'],

  // Documents
  downloadDocuments: ['GET /api/app/requests/documents', 'read', 'documents', 'streaming'],
  listDocumentParts: ['GET /api/app/requests/documents/parts', 'read', 'documents', 'reading'],
  getDocumentProgress: ['GET /api/app/requests/documents/progress', 'read', 'overview', 'reading'],
  listReplacedDocuments: ['GET /api/app/requests/{id}/documents', 'read', 'details', 'reading'],
  prioritizeDocument: ['POST /api/app/requests/{id}/document', 'read', 'documents', 'writing'],
  unblockDocument: ['DELETE /api/app/requests/{id}/digits', 'session', 'verification', 'writing'],
  verifyDocument: ['GET /api/app/documents/{code}', 'public', 'verification', 'verifying'],
  openDocument: ['POST /api/app/documents/{code}', 'page', 'verification', 'verifying'],
  downloadOpenedDocument: ['POST /api/app/documents/{code}/file', 'page', 'verification', 'verifying'],

  // Deliveries of documents to people without an account
  sendAgain: ['POST /api/app/deliveries/send', 'request', 'deliveries', 'writing', { reachesOthers: 'requests' }],
  correctAddresses: [
    'POST /api/app/deliveries/correct',
    'request',
    'deliveries',
    'writing',
    { reachesOthers: 'requests', bodyLimit: 1_048_576 },
  ],
  undoDeliveries: ['POST /api/app/deliveries/{id}/undo', 'session', 'deliveries', 'writing'],
  createDeliveryLink: [
    'POST /api/app/requests/{id}/link',
    'request',
    'deliveries',
    'writing',
    { reachesOthers: 'requests' },
  ],
  countBatchDeliveries: ['GET /api/app/batches/{id}/deliveries', 'read', 'deliveries', 'reading'],

  // Signatures of people without an account
  askAgain: ['POST /api/app/signatures/ask', 'request', 'deliveries', 'writing', { reachesOthers: 'requests' }],
  cancelSigning: ['POST /api/app/signatures/cancel', 'request', 'deliveries', 'writing', { reachesOthers: 'requests' }],
  correctSigner: [
    'POST /api/app/signatures/{id}/correct',
    'request',
    'deliveries',
    'writing',
    { reachesOthers: 'requests' },
  ],
  countBatchSignatures: ['GET /api/app/batches/{id}/signatures', 'read', 'deliveries', 'reading'],

  // Attachments
  uploadFileChunk: ['PUT /api/app/attachments/{id}/bytes', 'request', 'attachments', 'writing', { bodyLimit: 524_288 }],
  completeUpload: ['POST /api/app/attachments', 'request', 'attachments', 'uploading'],

  // Batches
  createBatch: ['POST /api/app/batches', 'batch', 'batches', 'writing'],
  saveBatchRows: ['POST /api/app/batches/{id}/rows', 'batch', 'batches', 'writing', { bodyLimit: 2_097_152 }],
  confirmBatch: ['POST /api/app/batches/{id}/confirm', 'batch', 'batches', 'writing', { reachesOthers: 'batches' }],
  cancelBatch: ['POST /api/app/batches/{id}/cancel', 'batch', 'batches', 'writing', { reachesOthers: 'batches' }],
  discardRows: ['POST /api/app/batches/{id}/discard', 'batch', 'batches', 'writing', { bodyLimit: 1_048_576 }],
  getBatchProgress: ['GET /api/app/batches/{id}/progress', 'read', 'batches', 'reading'],
  countBatchRequests: ['GET /api/app/batches/{id}/counts', 'read', 'batches', 'reading'],
  listRowResults: ['GET /api/app/batches/{id}/outcomes', 'read', 'batches', 'reading'],
  downloadBatchDocuments: ['GET /api/app/batches/{id}/documents', 'read', 'documents', 'streaming'],

  // Overview: counts, views, reports, notices
  getCallerCounts: ['GET /api/app/counts', 'session', 'overview', 'reading'],
  getDashboard: ['GET /api/app/dashboard', 'session', 'overview', 'reading'],
  listViews: ['GET /api/app/views', 'session', 'overview', 'reading'],
  getReport: ['GET /api/app/reports', 'session', 'details', 'reading'],
  getStageReport: ['GET /api/app/reports/steps', 'session', 'details', 'reading'],
  listNotices: ['GET /api/app/notices', 'session', 'details', 'reading'],
  getMailPreferences: ['GET /api/app/notices/choices', 'session', 'users', 'reading'],
  saveMailPreference: ['PUT /api/app/notices/choices', 'session', 'users', 'writing'],
  markNoticesRead: ['POST /api/app/notices/read', 'session', 'details', 'writing'],

  // Events
  listEvents: ['GET /api/app/events', 'session', 'details', 'reading'],
  exportEvents: ['GET /api/app/events/export', 'session', 'details', 'streaming'],

  // Webhooks
  listWebhooks: ['GET /api/app/webhooks', 'session', 'webhooks', 'reading'],
  createWebhook: ['POST /api/app/webhooks', 'session', 'webhooks', 'writing'],
  deleteWebhook: ['DELETE /api/app/webhooks/{id}', 'session', 'webhooks', 'writing'],
  resumeWebhook: ['POST /api/app/webhooks/{id}/resume', 'session', 'webhooks', 'writing'],
  testWebhook: ['POST /api/app/webhooks/{id}/test', 'session', 'webhooks', 'sendingWebhooks'],
  resendDelivery: ['POST /api/app/webhooks/deliveries/{id}/send', 'session', 'webhooks', 'sendingWebhooks'],

  // Backups
  listBackups: ['GET /api/app/backups', 'session', 'backups', 'reading'],
  createBackup: ['POST /api/app/backups', 'session', 'backups', 'writing'],
  saveBackupPlan: ['PUT /api/app/backups/plan', 'session', 'backups', 'writing'],
  grantBackupDownload: ['POST /api/app/backups/{id}/grant', 'session', 'backups', 'signingIn'],
  downloadBackup: ['GET /api/app/backups/{id}/file', 'session', 'backups', 'streaming'],
  deleteBackup: ['DELETE /api/app/backups/{id}', 'session', 'backups', 'writing'],
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes
