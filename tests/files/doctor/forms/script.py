# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.5.1"]
# ///
import torch
