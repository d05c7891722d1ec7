export {
  type GoogleSignIn,
  type GoogleSignInAddresses,
  type GoogleSignInRules,
  googleSignIn,
} from './sign-in.js'
export { type Choices } from './choices.js'
