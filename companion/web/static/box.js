// What pages of boxes do besides: without this file everything works as well.
"use strict";
