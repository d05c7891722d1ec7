import { project } from '../../../tooling/vitest.js'

export default project('pg-boss', { servers: ['postgres'] })
