export { deliverInProcess } from '../webhooks/conversation.ts'
export {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  resumeWebhook,
  sendAgain,
  testWebhook,
} from '../webhooks/webhooks.ts'
