import { project } from '../../../tooling/vitest.js'

export default project('postgres', { servers: ['postgres'] })
