export { signupRouter } from './signup-router'
