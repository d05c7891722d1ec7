import { fetchesFiles } from '../../../../kits/meta/src/__fixtures__/files-trial.js'
import { usingEmulator } from '../__fixtures__/at-emulator.js'

fetchesFiles(usingEmulator)
