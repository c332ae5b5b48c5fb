export { deliverInProcess } from '../webhooks/conversation.ts'
export { deliverDue } from '../webhooks/queue.ts'
export {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  resumeWebhook,
  sendAgain,
  testWebhook,
} from '../webhooks/webhooks.ts'
