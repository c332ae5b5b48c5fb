export {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  resendDelivery,
  resumeWebhook,
  testWebhook,
} from '../webhooks/webhooks.ts'
