import { heedsUsage } from '../../../kits/meta/src/__fixtures__/usage-trial.js'
import { usingEmulator } from './__fixtures__/at-emulator.js'

heedsUsage(usingEmulator)
