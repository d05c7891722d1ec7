import '@picocss/pico/css/pico.indigo.min.css'
import './styles/base.css'
import './styles/layout.css'
import './styles/cards.css'
import './styles/composer.css'
import './styles/chain.css'
import './styles/parts.css'
import './styles/posts.css'
import './styles/inbox.css'
import './styles/look.css'
import './styles/trouble.css'
import './styles/workers.css'
import './styles/connect.css'
import './styles/accounts.css'
import { render } from 'preact'

import { App } from './app.js'

const root = document.querySelector('#studio')
if (root !== null) render(<App />, root)
