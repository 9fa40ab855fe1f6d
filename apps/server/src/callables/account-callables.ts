import { checkUserExistsInput, setPasswordInput, setupUserAccountInput } from '@quaff/features/sign-in/contract'
import { checkUserExists, setPassword, setupAccount } from '@quaff/features/sign-in/server'
import { callable } from './callable'

export const accountCallables = {
  setPasswordAfterEmailSignIn: callable(setPasswordInput, setPassword),
  checkUserExists: callable(checkUserExistsInput, checkUserExists),
  setupUserAccount: callable(setupUserAccountInput, setupAccount),
}
