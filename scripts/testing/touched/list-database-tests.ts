import { readRepository } from '../../structure/read-repository'
import { findDatabaseTests } from './touched-tests'

/** Prints, as JSON, the server tests that open the test database. */
console.log(JSON.stringify(findDatabaseTests(readRepository())))
