import { project } from '../../../tooling/vitest.js'

export default project('google-kit')
