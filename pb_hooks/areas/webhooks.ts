export { tellByItself } from '../webhooks/conversation.ts'
export { tellWhatIsDue } from '../webhooks/queue.ts'
export {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  resumeWebhook,
  sendAgain,
  testWebhook,
} from '../webhooks/webhooks.ts'
