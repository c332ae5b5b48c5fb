export { runDeliveryProcess } from '../webhooks/delivery-process.ts'
export {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  resendDelivery,
  resumeWebhook,
  testWebhook,
} from '../webhooks/webhooks.ts'
