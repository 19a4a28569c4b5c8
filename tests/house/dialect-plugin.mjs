/**
 * A lint plugin for code style: exported functions are `function` declarations, and doc comments stand only
 * before exports.
 */

const exportedFunction = {
  meta: {
    type: 'suggestion',
    messages: { arrow: 'Export `{{name}}` as a function declaration: `export function {{name}}(…)`.' },
  },
  /** @param {any} context */
  create(context) {
    return {
      /** @param {any} node */
      ExportNamedDeclaration(node) {
        if (node.declaration?.type !== 'VariableDeclaration') return
        for (const { id, init } of node.declaration.declarations) {
          // A constant with its own type, such as a port's, cannot be a declaration.
          const isFunction = init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression'
          if (isFunction && !id.typeAnnotation)
            context.report({ node: init, messageId: 'arrow', data: { name: id.name } })
        }
      },
    }
  },
}

const docOnExports = {
  meta: {
    type: 'suggestion',
    messages: {
      inner: 'Nobody outside of this file reads it: write `// …`. Doc comments stand before exports.',
    },
  },
  /** @param {any} context */
  create(context) {
    // In a script, the compiler reads types from doc comments.
    if (context.filename.endsWith('.mjs')) return {}
    return {
      /** @param {any} program */
      Program(program) {
        for (const statement of program.body) {
          if (!/^(Variable|Function|Class|TSInterface|TSTypeAlias)Declaration$/.test(statement.type)) continue
          const doc = context.sourceCode.getCommentsBefore(statement).at(-1)
          const isDoc = doc?.type === 'Block' && doc.value.startsWith('*')
          // The header of the file is allowed: an empty line follows it.
          if (isDoc && doc.loc.end.line + 1 === statement.loc.start.line)
            context.report({ node: statement, messageId: 'inner' })
        }
      },
    }
  },
}

export default {
  meta: { name: 'dialect' },
  rules: { 'exported-function': exportedFunction, 'doc-on-exports': docOnExports },
}
