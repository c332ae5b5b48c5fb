import type { NewPassword } from '../domain/user.ts'
import { pb } from '../lib/pb.ts'

/** Answers alike whether the account exists or not. */
export const askForRecovery = (email: string) => pb.collection('users').requestPasswordReset(email)

export const setNewPassword = (token: string, { password, passwordConfirm }: NewPassword) =>
  pb.collection('users').confirmPasswordReset(token, password, passwordConfirm)
