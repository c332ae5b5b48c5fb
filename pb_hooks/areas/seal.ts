export {
  getSeal,
  makeOwnCertificate,
  removeCertificate,
  requestCertificate,
  testSeal,
  uploadCertificate,
} from '../documents/seal-settings.ts'
