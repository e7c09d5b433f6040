package com

package object shop {
  def helper(text: String): String = text
}
