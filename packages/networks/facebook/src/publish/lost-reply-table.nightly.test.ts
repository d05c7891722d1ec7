// All cases of the tables, of which `npm test` runs a sample.
import './lost-reply-table.over-http.test.js'
